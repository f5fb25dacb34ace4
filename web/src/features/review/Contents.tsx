/** Where what is. */
import type { Review, ReviewGroup } from '../../api/types';
import { plural } from '../../ui';
import styles from './Contents.module.css';
import { anchors, categories, shortName } from './words';

interface Chapter {
  to: string;
  name: string;
  parts: readonly { to: string; name: string; note?: string }[];
}

export function Contents({ all, groups }: { all: Review; groups: readonly ReviewGroup[] }) {
  return (
    <nav className={styles.contents} aria-labelledby="contents">
      <h2 id="contents">Contents</h2>
      <ol role="list" className={styles.chapters}>
        {chapters(all, groups).map(({ to, name, parts }) => (
          <li key={to}>
            <a href={`#${to}`}>{name}</a>
            {parts.length > 0 && (
              <ol role="list" className={styles.parts}>
                {parts.map((part) => (
                  <li key={part.to}>
                    <a href={`#${part.to}`}>{part.name}</a> {part.note && <span>{part.note}</span>}
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function chapters({ content, faq }: Review, groups: readonly ReviewGroup[]): Chapter[] {
  const { site, flows, agreement, support, guides, announcements } = content;
  return [
    {
      to: anchors.tree,
      name: site.pages.tree.title,
      parts: groups.map((group) => ({ to: anchors.group(group), name: shortName(group, content) })),
    },
    { to: anchors.contacts, name: 'Contacts, step by step', parts: flows.map(({ id, title }) => ({ to: anchors.flow(id), name: title })) },
    ...(agreement ? [{ to: anchors.agreement, name: agreement.title, parts: [] }] : []),
    {
      to: anchors.faq,
      name: 'FAQ',
      parts: categories(faq).map(({ name, entries }, index) => ({ to: anchors.category(index), name, note: plural(entries.length, 'entry', 'entries') })),
    },
    { to: anchors.support, name: site.pages.support.title, parts: support.map(({ id, title }) => ({ to: anchors.section(id), name: title })) },
    ...(guides.length > 0 ? [{ to: anchors.guides, name: 'Guides', parts: [] }] : []),
    ...(announcements.length > 0 ? [{ to: anchors.news, name: 'What changed', parts: [] }] : []),
  ];
}
