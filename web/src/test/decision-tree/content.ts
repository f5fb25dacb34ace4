/** Just enough content to test the tree's screens. Never part of the app. */
import type { Content, Flow, Step } from '../../api/types';
import { endsAtOnce, sampleTree } from './trees';

export const treeStep: Extract<Step, { kind: 'tree' }> = {
  id: 'walk',
  kind: 'tree',
  number: 2,
  path: '/walk',
  back: 'begin',
  title: 'Walk',
  scripts: [],
  links: [],
  ask_for: [],
  next: { step: 'form' },
};

export const sampleFlow: Flow = {
  id: 'post',
  title: 'Post',
  path: '/post',
  channel: 'voice',
  progress_total: 4,
  steps: [
    { id: 'begin', kind: 'choice', number: 1, title: 'Begin', scripts: [], links: [], ask_for: [], buttons: [] },
    treeStep,
    { id: 'form', kind: 'agreement', number: 4, path: '/form', back: 'walk', title: 'Form', scripts: [], links: [], ask_for: [], next: { page: '/finish' } },
  ],
};

export const sampleContent = {
  version: 'v1',
  site: {
    region: { singular: 'state', plural: 'states' },
    pages: {
      tree: {
        title: 'ID Assistance',
        heading: 'Can we help?',
        text: 'Choose.',
        select_label: "Voter's state",
        select_placeholder: 'Choose a state',
        select_first: 'Please select a state first.',
        start_button: 'Start Decision Tree',
        first_entry: 'State selection',
        not_complete: 'Decision Tree must be completed before moving on to next step',
        step_not_found: 'Error: Step not found.',
        copy_button: 'Copy Decision',
        copied: 'Copied!',
        copy_failed: 'Copy to clipboard failed. Please manually select and copy the decision history.',
        start_over: 'Start Over',
        next_step: 'Next Step',
      },
    },
  },
  states: [endsAtOnce.state, sampleTree.state],
  flows: [sampleFlow],
} as unknown as Content;
