/** One address: who it belongs to, what was changed about it, and what can be done with it. */
import { Ban, Pencil, RotateCcw, ShieldCheck, ShieldMinus, ShieldPlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AdminTexts } from '../../api/types';
import { Badge, classes } from '../../ui';
import type { Row } from './draft';
import styles from './EmailRow.module.css';
import { EmailForm } from './EmailForm';
import { RowButton } from './Panel';

interface Props {
  row: Row;
  texts: AdminTexts;
  known: ReadonlySet<string>;
  me: boolean;
  /** `undefined` if unknown. */
  admin: boolean | undefined;
  /** Whether the address that this one replaces belongs to an admin; the admin right isn't transferred. */
  wasAdmin: boolean;
  busy: boolean;
  onEdit: (to: string) => void;
  onRemove: () => void;
  onUndo: () => void;
  onBlock: () => void;
  onGrant: (isAdmin: boolean) => void;
}

export function EmailRow({ row, texts, known, me, admin, wasAdmin, busy, onEdit, onRemove, onUndo, onBlock, onGrant }: Props) {
  const { email, state, was } = row;
  const [edited, setEdited] = useState<string | undefined>(undefined);
  if (edited !== undefined) {
    return (
      <li className={styles.row} data-email={email}>
        <EmailForm
          label={`New address for ${email}`}
          text={edited}
          onText={setEdited}
          // The entry itself is excluded from the comparison (spec §5).
          others={new Set([...known].filter((one) => one !== email))}
          reasons={{ empty: texts.invalid, invalid: texts.invalid, duplicate: texts.duplicate }}
          onSubmit={(to) => {
            setEdited(undefined);
            onEdit(to);
          }}
          onCancel={() => setEdited(undefined)}
          look="primary"
          className={styles.edit}
        >
          Done
        </EmailForm>
      </li>
    );
  }
  return (
    <li className={classes(styles.row, styles[state])} data-email={email}>
      <div className={styles.who}>
        {state === 'removed' ? <del className={styles.email}>{email}</del> : <span className={styles.email}>{email}</span>}
        {me && <Badge>You</Badge>}
        {admin && state !== 'removed' && (
          <Badge tone="accent" icon={<ShieldCheck size={14} aria-hidden="true" />}>
            Admin
          </Badge>
        )}
        {state === 'added' && <Badge tone="regular">{was === undefined ? 'New' : 'Edited'}</Badge>}
        {state === 'removed' && <Badge tone="urgent">Removed</Badge>}
        {was !== undefined && (
          <span className={styles.was}>
            was {was}
            {wasAdmin && ', an admin. Once you’ve saved, make the new address an admin too.'}
          </span>
        )}
      </div>
      <div className={styles.actions}>
        {state !== 'removed' && (
          <RowButton icon={Pencil} name={`Edit ${email}`} onClick={() => setEdited(email)}>
            Edit
          </RowButton>
        )}
        {state === 'kept' && (
          <>
            <RowButton icon={Trash2} name={`Remove ${email}`} onClick={onRemove}>
              Remove
            </RowButton>
            <RowButton icon={Ban} name={`Block ${email}`} onClick={onBlock}>
              Block
            </RowButton>
          </>
        )}
        {state !== 'kept' && (
          <RowButton icon={RotateCcw} name={`Undo ${state === 'removed' ? 'the removal of' : 'the change to'} ${email}`} onClick={onUndo}>
            Undo
          </RowButton>
        )}
        {state === 'kept' && admin !== undefined && (
          <RowButton
            icon={admin ? ShieldMinus : ShieldPlus}
            name={admin ? `Revoke admin from ${email}` : `Make ${email} an admin`}
            className={styles.right}
            onClick={() => !busy && onGrant(!admin)}
          >
            {admin ? 'Revoke admin' : 'Make admin'}
          </RowButton>
        )}
      </div>
    </li>
  );
}
