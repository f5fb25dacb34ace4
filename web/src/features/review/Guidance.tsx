/** The text itself, chapter by chapter. Drawn anew only where what is read has changed. */
import { memo, useMemo } from 'react';
import type { ReviewGroup, Whole } from '../../api/review';
import { Agreement, Announcements, Contacts, Guides, Support } from './Chapters';
import { Faq } from './Faq';
import { Group } from './Group';
import { Chapter } from './Entry';
import { anchors, readBefore } from './words';

export const Guidance = memo(function Guidance({ all, groups }: { all: Whole; groups: readonly ReviewGroup[] }) {
  const before = useMemo(() => readBefore(groups), [groups]);
  return (
    <>
      <Chapter id={anchors.tree} title={all.content.site.pages.tree.title}>
        {groups.map((group) => (
          <Group key={group.example} group={group} all={all} before={before} />
        ))}
      </Chapter>
      <Rest all={all} />
    </>
  );
});

/** The same for every region. */
const Rest = memo(function Rest({ all }: { all: Whole }) {
  const { content } = all;
  return (
    <>
      <Contacts content={content} />
      <Agreement content={content} />
      <Faq entries={all.faq} />
      <Support content={content} />
      <Guides content={content} />
      <Announcements content={content} />
    </>
  );
});
