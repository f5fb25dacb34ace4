/** The volunteer guidelines: collapsible sections, each with a checkmark once it's been read (spec §2, /support). */
import { Check, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { SupportSection } from '../../api/types';
import { GoLink, useSigned } from '../../contact/screen';
import { ReportLink, SiteLinks } from '../../contact/links';
import { ScriptList } from '../../contact/ScriptList';
import { pages } from '../../paths';
import page from '../../styles/page.module.css';
import { useStoredList } from '../../store';
import { Badge, Button, buttonClass, Card, Markdown, PageHeading } from '../../ui';
import styles from './Support.module.css';

export function Support() {
  const { user, content } = useSigned();
  const { support: sections } = content;
  const texts = content.site.pages.support;
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(sections.filter((section) => section.open).map(({ id }) => id)));
  const [kept, setKept] = useStoredList(`callguide.reviewed.${user.email}`);
  const reviewed = sections.filter(({ id }) => kept.includes(id));

  const toggle = (id: string, on: boolean) => {
    const next = new Set(open);
    if (on) next.add(id);
    else next.delete(id);
    setOpen(next);
  };

  return (
    <div className={page.page}>
      <PageHeading title={texts.title}>{texts.title}</PageHeading>
      <p className={page.lead}>{texts.text}</p>
      {sections.length > 0 && (
        <div className={styles.bar}>
          <p className={styles.counter} role="status">
            {texts.counter.replace('{n}', String(reviewed.length)).replace('{total}', String(sections.length))}
          </p>
          <Button size="sm" onClick={() => setOpen(new Set(sections.map(({ id }) => id)))}>
            {texts.expand_all}
          </Button>
          <Button size="sm" onClick={() => setOpen(new Set())}>
            {texts.collapse_all}
          </Button>
        </div>
      )}
      <div className={styles.sections}>
        {sections.map((section) => (
          <Section
            key={section.id}
            section={section}
            open={open.has(section.id)}
            onToggle={(on) => toggle(section.id, on)}
            reviewed={kept.includes(section.id)}
            onReviewed={(on) => setKept(on ? [...kept, section.id] : kept.filter((id) => id !== section.id))}
          />
        ))}
      </div>
      <GoLink to={pages.home} className={`${buttonClass()} ${styles.back}`}>
        {texts.back}
      </GoLink>
    </div>
  );
}

interface SectionProps {
  section: SupportSection;
  open: boolean;
  onToggle: (open: boolean) => void;
  reviewed: boolean;
  onReviewed: (reviewed: boolean) => void;
}

function Section({ section, open, onToggle, reviewed, onReviewed }: SectionProps) {
  const texts = useSigned().content.site.pages.support;
  return (
    <Card room="flush">
      <details className={styles.section} open={open} onToggle={(event) => onToggle(event.currentTarget.open)}>
        <summary>
          <ChevronRight size={18} className={styles.chevron} aria-hidden="true" />
          <h2 className={styles.title}>{section.title}</h2>
          {reviewed && (
            <Badge tone="regular" icon={<Check size={14} aria-hidden="true" />}>
              {texts.marked}
            </Badge>
          )}
        </summary>
        <div className={styles.body}>
          <Markdown className={styles.text ?? ''}>{section.text}</Markdown>
          {section.links.length > 0 && (
            <div className={styles.links}>
              <SiteLinks links={section.links} />
            </div>
          )}
          <ScriptList scripts={section.scripts} channel="any" />
          <div className={styles.foot}>
            <Button size="sm" aria-pressed={reviewed} onClick={() => onReviewed(!reviewed)}>
              {reviewed && <Check size={16} aria-hidden="true" />}
              {reviewed ? texts.marked : texts.mark}
            </Button>
            <ReportLink screen={texts.title} about={`section ${section.id}`} />
          </div>
        </div>
      </details>
    </Card>
  );
}
