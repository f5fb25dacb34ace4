/** The texts of a tree, read before anyone waits for one of them. Each as its card will show it. */
import type { Tree } from '../../api/types';
import { questionText } from '../../contact/texts';
import { readMarkdown } from '../../ui';

/** A piece of work for every node. */
export function readings(tree: Tree): (() => void)[] {
  return Object.values(tree.nodes).map((node) => () => {
    const { heading, rest } = node.kind === 'question' ? questionText(node) : { heading: node.title, rest: node.text };
    void readMarkdown(heading, true);
    if (rest !== undefined) void readMarkdown(rest);
  });
}
