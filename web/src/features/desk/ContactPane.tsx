/**
 * The current contact, at every step: its origin, its region with details, and what was answered, decided, used from
 * the FAQ, and noted. It's next to the step if there's space; otherwise it's an expandable line under the strip.
 */
import { ChevronDown, Headset, MessagesSquare } from 'lucide-react';
import { Fragment, useState, type ReactNode } from 'react';
import { useReason } from '../../api/client';
import type { Channel } from '../../api/types';
import { useTaken } from '../../contact/agreed';
import { useSigned } from '../../contact/screen';
import { OfficialLinks } from '../../contact/links';
import { byChannel, outcomeOf } from '../../contact/texts';
import { useWide, type DeskProps } from '../../contact/panels';
import { ContentScript } from '../../contact/ScriptList';
import { decisionOf } from '../../contact/standing';
import { VoterClock } from '../../contact/VoterClock';
import { Alert, Badge, Card, TryAgain } from '../../ui';
import { Answers } from './Answers';
import styles from './ContactPane.module.css';
import { DangerLine, FactList, UsedList } from './lists';

const name = 'This contact';
const icons = { voice: Headset, text: MessagesSquare, any: MessagesSquare, email: MessagesSquare } satisfies Record<Channel, unknown>;

export function ContactPane(props: DeskProps) {
  const wide = useWide();
  const [open, setOpen] = useState(false);
  if (wide) {
    return (
      <Card as="aside" room="snug" className={styles.pane} aria-label={name}>
        <Line {...props} />
        <Body {...props} />
      </Card>
    );
  }
  return (
    <aside aria-label={name} className={styles.bar}>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={styles.summary}>
          <Line {...props} decided />
          <ChevronDown size={18} aria-hidden="true" className={styles.sign} />
        </summary>
        {open && (
          <Card room="snug" className={styles.pane}>
            <Body {...props} />
          </Card>
        )}
      </details>
    </aside>
  );
}

/** The contact summarized in one line. */
function Line({ decided = false, ...desk }: DeskProps & { decided?: boolean }) {
  const { flow, step, state, standing } = desk;
  const taken = useTaken(desk);
  const { calling_hours } = useSigned().content.site;
  const Icon = icons[flow.channel];
  const decision = decisionOf(standing);
  const outcome = decided && standing.status === 'ready' && decision !== 'none' && decision !== undefined ? (taken?.unreferred?.outcome ?? outcomeOf(standing.tree, decision).label) : undefined;
  const parts: [string, ReactNode][] = [['flow', step.kind === 'agreement' ? <Badge key="flow" tone="accent">{flow.title}</Badge> : <span key="flow">{flow.title}</span>]];
  if (state) parts.push(['state', <strong key="state">{state.name}</strong>]);
  const clock = state && state.time_zones.length > 0 && <VoterClock key="time" zones={state.time_zones} parts={state.time_zone_parts} hours={calling_hours} channel={flow.channel} inRow={decided} />;
  // On a phone the clock shares the line; next to the step it gets its own line, because it may be long.
  if (clock && decided) parts.push(['time', clock]);
  if (outcome !== undefined) parts.push(['outcome', <span key="outcome">{outcome}</span>]);
  return (
    <p className={styles.line}>
      <Icon size={16} aria-hidden="true" />
      {parts.map(([id, part], index) => (
        <Fragment key={id}>
          {index > 0 && <span aria-hidden="true">·</span>}
          {part}
        </Fragment>
      ))}
      {!decided && clock && <span className={styles.own}>{clock}</span>}
    </p>
  );
}

function Body(props: DeskProps) {
  const { flow, step, contact, state, standing } = props;
  const taken = useTaken(props);
  const reason = useReason(standing.status === 'failed' ? standing.error : null);
  const isTicket = step.kind === 'guide';
  // The region's details are shown only once the answers are known.
  const asRegion = standing.status === 'none' || contact.answers.length === 0 ? state : undefined;
  const beside = standing.status === 'ready' ? (standing.walked.node.beside ?? state) : asRegion;
  return (
    <>
      {beside && beside.badges.length > 0 && (
        <div className={styles.badges}>
          {beside.badges.map(({ text, tone }) => (
            <Badge key={text} tone={tone}>
              {text}
            </Badge>
          ))}
        </div>
      )}
      {!isTicket && byChannel(beside?.scripts ?? [], flow.channel).fitting.map((script, index) => <ContentScript key={index} script={script} />)}
      {standing.status === 'failed' && step.kind !== 'tree' && (
        <div className={styles.failed}>
          <Alert>The answers couldn’t be loaded. {reason}</Alert>
          <TryAgain trying={standing.trying} onRetry={standing.retry} />
        </div>
      )}
      {/* On a ticket, the note contains the answers. */}
      {standing.status === 'ready' && !isTicket && <Answers tree={standing.tree} walked={standing.walked} copies={step.kind === 'tree'} unreferred={taken?.unreferred?.outcome} />}
      {/* Until the answers are known, nothing is rendered below, so that nothing moves. */}
      {standing.status !== 'waiting' && (
        <>
          {!isTicket && (
            <>
              <UsedList />
              <DangerLine />
              <FactList {...props} />
            </>
          )}
          {state && beside && beside.links.length > 0 && <OfficialLinks name={state.name} links={beside.links} titled />}
        </>
      )}
    </>
  );
}
