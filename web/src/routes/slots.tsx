/** The two panels that are features of their own, fetched when a step needs them. */
import { lazy, type ComponentType } from 'react';
import type { FaqPanelProps, TreePanelProps } from '../contact/panels';

const tree = import.meta.glob<{ default: ComponentType<TreePanelProps> }>('../features/decision-tree/index.{ts,tsx}');
const faq = import.meta.glob<{ default: ComponentType<FaqPanelProps> }>('../features/faq/index.{ts,tsx}');

function slot<Props extends object>(found: Record<string, () => Promise<{ default: ComponentType<Props> }>>): ComponentType<Props> {
  const load = Object.values(found)[0];
  return load === undefined ? () => null : lazy(load);
}

export const treePanel = slot(tree);
export const faqPanel = slot(faq);
