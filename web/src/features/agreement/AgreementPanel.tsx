/**
 * Going over the agreement with the voter: one sheet to read aloud or send and, at the bottom and always within reach,
 * the confirmation needed to continue (spec §2). Below it, set apart, are the ways to continue without the agreement.
 */
import { ArrowRight, Info } from 'lucide-react';
import type { Agreement, Way } from '../../api/types';
import { ContentScript } from '../../contact/ScriptList';
import { useAgreed } from '../../contact/agreed';
import { useReportAbout } from '../../contact/links';
import type { AgreementPanelProps } from '../../contact/panels';
import { GoLink, useContact, useGo } from '../../contact/screen';
import { isSent } from '../../contact/texts';
import { Button, ByHand, Card, CopyButton, ExternalLink, foot, KeyHint, PageHeading, Segments, useCopy, useShortcut } from '../../ui';
import styles from './AgreementPanel.module.css';

export interface Wording {
  /** The sentence next to the checkbox. */
  confirmation: string;
  /**
   * `not required`: the decision doesn't require the agreement, and `line` says so. `no decision`: there's no decision
   * yet.
   */
  about?: { kind: 'not required' | 'no decision'; line: string };
}

/**
 * Returns the panel's wording. If there's no decision, the page stays the same, and `noDecision` says what is missing;
 * while that isn't known yet, nothing is said about it. Only a decision that doesn't require the agreement changes what
 * is confirmed.
 */
export function wording(agreement: Agreement, decision: AgreementPanelProps['decision'], noDecision: string | null | undefined): Wording {
  const { confirmation, not_required: free } = agreement;
  if (decision === 'none') return { confirmation, ...(noDecision && { about: { kind: 'no decision', line: noDecision } }) };
  if (decision === undefined || decision.agreement_required || !free) return { confirmation };
  return { confirmation: free.confirmation, about: { kind: 'not required', line: free.text } };
}

/** Returns the ways to continue without the agreement: none after a decision that doesn't require it. */
export function waysOn({ without }: Agreement, decision: AgreementPanelProps['decision']): readonly Way[] {
  const isAsked = decision === undefined || decision === 'none' || decision.agreement_required;
  return (without?.ways ?? []).filter(({ kind }) => isAsked || kind === 'cut_off');
}

/**
 * Returns how a mode's text is delivered: read aloud, unless part of it is written for a channel that people read.
 */
export function channelOf({ intro, body, closing }: Agreement['modes'][number]): 'voice' | 'text' {
  return [intro, ...body, closing].some(isSent) ? 'text' : 'voice';
}

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
