/** The text itself, chapter by chapter. Drawn anew only where what is read has changed. */
import { memo } from 'react';
import type { Review, ReviewGroup } from '../../api/review';
import { Agreement, Announcements, Contacts, Guides, Support } from './Chapters';
import { Faq } from './Faq';
import { Group } from './Group';
import { Chapter } from './Entry';
import { anchors } from './words';

export const Guidance = memo(function Guidance({ all, groups }: { all: Review; groups: readonly ReviewGroup[] }) {
  return (
    <>
      <Chapter id={anchors.tree} title={all.content.site.pages.tree.title}>
        {groups.map((group) => (
          <Group key={anchors.group(group)} group={group} all={all} />
        ))}
      </Chapter>
      <Rest all={all} />
    </>
  );
});

/** The same for every region. */
const Rest = memo(function Rest({ all }: { all: Review }) {
  const { content, places } = all;
  return (
    <>
      <Contacts content={content} places={places} />
      <Agreement content={content} places={places} />
      <Faq entries={all.faq} places={places} />
      <Support content={content} places={places} />
      <Guides content={content} places={places} />
      <Announcements content={content} places={places} />
    </>
  );
});
