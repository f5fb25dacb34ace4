/** Going over the agreement with the voter: read aloud or sent, confirmed by a tick before one goes on (spec §2). */
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useGo } from '../../contact/navigation';
import type { AgreementPanelProps } from '../../contact/panels';
import { useReportAbout } from '../../contact/report';
import { ContentScript } from '../../contact/ScriptList';
import { Button, ByHand, Card, CopyButton, ExternalLink, foot, KeyHint, PageHeading, Segments, useCopy, useShortcut } from '../../ui';
import styles from './AgreementPanel.module.css';

export function AgreementPanel({ agreement, content, nextPath }: AgreementPanelProps) {
  const texts = content.site.pages.agreement;
  const go = useGo();
  const copying = useCopy(2000);
  const [modeId, setModeId] = useState(agreement.modes[0]?.id);
  const [confirmed, setConfirmed] = useState(false);
  const mode = agreement.modes.find(({ id }) => id === modeId) ?? agreement.modes[0];
  useReportAbout(`agreement ${mode?.id ?? ''}`);
  useShortcut(confirmed ? { keys: ['n'], label: texts.continue } : undefined, () => go.forward(nextPath));

  return (
    <div className={styles.columns}>
      <section className={styles.words} aria-labelledby="agreement-title">
        <div className={styles.head}>
          <div id="agreement-title">
            <PageHeading title={agreement.title}>{agreement.title}</PageHeading>
          </div>
          <Segments
            label="Script"
            name="mode"
            options={agreement.modes.map(({ id, label }) => ({ value: id, label }))}
            value={mode?.id}
            onChange={setModeId}
          />
        </div>
        {mode && [mode.intro, ...mode.body, mode.closing].map((script, index) => <ContentScript key={`${mode.id} ${index}`} script={script} level={2} />)}
      </section>
      <Card as="aside" className={styles.confirm} aria-label={texts.continue}>
        <label className={styles.check}>
          <input type="checkbox" checked={confirmed} onChange={(event) => setConfirmed(event.target.checked)} />
          <span>{agreement.confirmation}</span>
        </label>
        <div className={styles.foot} ref={foot}>
          <Button look="primary" size="lg" wide disabled={!confirmed} onClick={() => go.forward(nextPath)}>
            {confirmed ? texts.continue : texts.confirm_first}
            {confirmed && <ArrowRight size={18} aria-hidden="true" />}
            {confirmed && <KeyHint inherit>n</KeyHint>}
          </Button>
        </div>
        <div className={styles.link}>
          <ExternalLink href={agreement.link.url}>{agreement.link.label}</ExternalLink>
          <CopyButton size="sm" label={texts.copy_link} copiedLabel={texts.link_copied} text={agreement.link.url} copying={copying} />
        </div>
        {copying.failed !== undefined && (
          <ByHand text={copying.failed} sentence={texts.copy_failed.replace('{link}', copying.failed)} />
        )}
      </Card>
    </div>
  );
}
