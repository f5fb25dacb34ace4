/**
 * Going over the agreement with the voter: one sheet to read from or to send, and at its foot, always in reach, the
 * confirmation that leads on (spec §2). Below it, apart, are the ways on for a contact that doesn't come to it.
 */
import { ArrowRight, Info } from 'lucide-react';
import { useAgreed } from '../../contact/agreed';
import { GoLink, useContact, useGo } from '../../contact/screen';
import type { AgreementPanelProps } from '../../contact/panels';
import { useReportAbout } from '../../contact/links';
import { ContentScript } from '../../contact/ScriptList';
import { Button, ByHand, Card, CopyButton, ExternalLink, foot, KeyHint, PageHeading, Segments, useCopy, useShortcut } from '../../ui';
import styles from './AgreementPanel.module.css';
import { channelOf, waysOn, wording } from './wording';

export function AgreementPanel({ agreement, content, nextPath, decision, treePath }: AgreementPanelProps) {
  const { agreement: texts, tree } = content.site.pages;
  const go = useGo();
  const copying = useCopy(2000, texts.link_copied);
  const { confirmed, modeId, setConfirmed, setMode, takeWay } = useAgreed(useContact());
  const mode = agreement.modes.find(({ id }) => id === modeId) ?? agreement.modes[0];
  const { confirmation, about } = wording(agreement, decision, tree.no_decision);
  const ways = waysOn(agreement, decision);
  const goWithout = (way: string) => {
    takeWay(way);
    go.forward(nextPath);
  };
  useReportAbout(`agreement ${mode?.id ?? ''}`);
  useShortcut(confirmed ? { keys: ['n'], label: texts.continue } : undefined, () => go.forward(nextPath));
  useShortcut({ keys: ['a'], label: confirmation }, () => setConfirmed(!confirmed));

  return (
    <>
      <Card as="section" className={styles.sheet} aria-labelledby="agreement-title">
        <div className={styles.head}>
          <div id="agreement-title">
            <PageHeading title={agreement.title}>{agreement.title}</PageHeading>
          </div>
          <Segments
            label="Script"
            name="mode"
            options={agreement.modes.map(({ id, label }) => ({ value: id, label }))}
            value={mode?.id}
            onChange={setMode}
          />
          <div className={styles.link}>
            <ExternalLink href={agreement.link.url}>{agreement.link.label}</ExternalLink>
            <CopyButton size="sm" label={texts.copy_link} copiedLabel={texts.link_copied} text={agreement.link.url} copying={copying} />
          </div>
        </div>
        {copying.failed !== undefined && <ByHand text={copying.failed} sentence={texts.copy_failed.replace('{link}', copying.failed)} />}
        {about && (
          <p className={styles.about}>
            <Info size={17} aria-hidden="true" />
            <span>
              {about.line} {about.kind === 'no decision' && treePath !== undefined && <GoLink to={treePath}>{tree.title}</GoLink>}
            </span>
          </p>
        )}
        {mode && (
          <div className={styles.words}>
            {[mode.intro, ...mode.body, mode.closing].map((script, index) => (
              <ContentScript key={`${mode.id} ${index}`} script={script} level={2} sheet={channelOf(mode)} />
            ))}
          </div>
        )}
        <div className={styles.foot} role="group" aria-label={texts.continue} ref={foot}>
          <label className={styles.check}>
            <input type="checkbox" checked={confirmed} onChange={(event) => setConfirmed(event.target.checked)} />
            <span>
              {confirmation} <KeyHint>a</KeyHint>
            </span>
          </label>
          <Button look="primary" size="lg" className={styles.go} disabled={!confirmed} onClick={() => go.forward(nextPath)}>
            {confirmed ? texts.continue : texts.confirm_first}
            {confirmed && <ArrowRight size={18} aria-hidden="true" />}
            {confirmed && <KeyHint inherit>n</KeyHint>}
          </Button>
        </div>
      </Card>
      {ways.length > 0 && (
        <section className={styles.ways} aria-labelledby="agreement-ways">
          <h2 id="agreement-ways">{agreement.without?.title}</h2>
          {ways.map(({ id, label }) => (
            <Button key={id} size="sm" onClick={() => goWithout(id)}>
              {label}
            </Button>
          ))}
        </section>
      )}
    </>
  );
}
