import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { Agreement, Content, Solution } from '../../api/types';
import { SignedProvider } from '../../contact/screen';
import type { AgreementPanelProps } from '../../contact/panels';
import { sampleContent } from '../../test/decision-tree/content';
import { AgreementPanel } from './AgreementPanel';

const agreement: Agreement = {
  title: 'Our Agreement',
  link: { id: 'a', label: 'The agreement', url: 'https://example.org/a' },
  confirmation: 'They agreed.',
  not_required: { text: 'This decision asks for none.', confirmation: 'It wasn’t needed.' },
  modes: [
    { id: 'aloud', label: 'Aloud', intro: { say: 'First.', channel: 'any' }, body: [{ title: 'A point', say: 'Second.', note: 'Wait.', channel: 'any' }], closing: { say: 'Third?', channel: 'any' } },
    { id: 'sent', label: 'Sent', intro: { say: 'One.', channel: 'text' }, body: [{ say: 'Two.', channel: 'any' }], closing: { say: 'Three?', channel: 'any' } },
  ],
};
const content = {
  ...sampleContent,
  site: {
    ...sampleContent.site,
    pages: {
      ...sampleContent.site.pages,
      tree: { ...sampleContent.site.pages.tree, no_decision: 'No decision yet.' },
      agreement: { confirm_first: 'Confirm first', continue: 'Continue', copy_link: 'Copy Link', link_copied: 'Link Copied!', copy_failed: '{link}' },
    },
  },
} as Content;

function show(decision: AgreementPanelProps['decision']) {
  render(
    <MemoryRouter>
      <SignedProvider value={{ user: { email: 'v@example.org', first_name: 'Vera' }, isAdmin: false, way: { state: 'current' }, content, signOut: async () => undefined }}>
        <AgreementPanel agreement={agreement} content={content} nextPath="/next" decision={decision} treePath="/walk?state=TX" />
      </SignedProvider>
    </MemoryRouter>,
  );
}

const decision = (agreement_required: boolean) => ({ kind: 'solution', agreement_required }) as Solution;

it('has no Copy if it’s read aloud, and one for each part if it’s sent', async () => {
  show(decision(true));
  await userEvent.click(screen.getByRole('radio', { name: 'Aloud' }));
  const sheet = screen.getByRole('region', { name: 'Our Agreement' });
  expect(within(sheet).queryByRole('button', { name: 'Copy' })).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Sent' }));
  expect(within(sheet).getAllByRole('button', { name: 'Copy' })).toHaveLength(3);
  expect(within(sheet).getAllByText('Send')).toHaveLength(3);
});

it('says what is missing if there’s no decision, with the way back, and confirms as usual', () => {
  show('none');
  expect(screen.getByText(/No decision yet\./)).toBeDefined();
  expect(screen.getByRole('link', { name: 'ID Assistance' }).getAttribute('href')).toBe('/walk?state=TX');
  expect(screen.getByRole('checkbox', { name: 'They agreed.' })).toBeDefined();
});

it('stays complete after a decision that doesn’t require the agreement, and confirms that it wasn’t needed', async () => {
  show(decision(false));
  await userEvent.click(screen.getByRole('radio', { name: 'Aloud' }));
  expect(screen.getByText('This decision asks for none.')).toBeDefined();
  expect(screen.getByRole('checkbox', { name: 'It wasn’t needed.' })).toBeDefined();
  expect(screen.getByText('Second.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Copy Link' })).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm first' }).disabled).toBe(true);
});
