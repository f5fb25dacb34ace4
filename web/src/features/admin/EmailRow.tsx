/** One address: who it is, what was changed about it, and what can be done with it. */
import { Ban, Pencil, RotateCcw, ShieldCheck, ShieldMinus, ShieldPlus, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import type { AdminTexts } from '../../api/types';
import { Alert, Badge, Button, classes } from '../../ui';
import type { Row } from './draft';
import form from './EmailForm.module.css';
import styles from './EmailRow.module.css';
import { flaw, normal } from './EmailForm';
import { RowButton } from './Panel';

interface Props {
  row: Row;
  texts: AdminTexts;
  known: ReadonlySet<string>;
  me: boolean;
  /** Nothing where it isn't known. */
  admin: boolean | undefined;
  /** The address that this one takes the place of is an admin's: the right doesn't go with it. */
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
  const [editing, setEditing] = useState(false);
  if (editing) {
    return (
      <li className={styles.row} data-email={email}>
        <EditEmail
          email={email}
          texts={texts}
          known={known}
          onDone={(to) => {
            setEditing(false);
            onEdit(to);
          }}
          onCancel={() => setEditing(false)}
        />
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
          <RowButton icon={Pencil} name={`Edit ${email}`} onClick={() => setEditing(true)}>
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
          <RowButton icon={RotateCcw} name={`Undo ${state === 'removed' ? 'the removal of' : 'the change of'} ${email}`} onClick={onUndo}>
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

interface EditProps {
  email: string;
  texts: AdminTexts;
  known: ReadonlySet<string>;
  onDone: (to: string) => void;
  onCancel: () => void;
}

/** An address being edited in its place. */
function EditEmail({ email, texts, known, onDone, onCancel }: EditProps) {
  const [text, setText] = useState(email);
  const input = useRef<HTMLInputElement>(null);
  const reason = useId();
  useEffect(() => input.current?.select(), []);
  // The entry itself is left out of the comparison (spec §5).
  const wrong = flaw(text, { has: (one) => one !== email && known.has(one) });
  const told = wrong === 'duplicate' ? texts.duplicate : texts.invalid;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wrong === undefined) onDone(normal(text));
  };
  return (
    <form className={styles.edit} onSubmit={submit} noValidate>
      <input
        ref={input}
        className={form.input}
        type="email"
        aria-label={`New address for ${email}`}
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong === undefined ? undefined : reason}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          onCancel();
        }}
      />
      <Button type="submit" look="primary" size="sm" disabled={wrong !== undefined}>
        Done
      </Button>
      <Button size="sm" onClick={onCancel}>
        Cancel
      </Button>
      {wrong !== undefined && (
        <div id={reason} className={styles.problem}>
          <Alert>{told}</Alert>
        </div>
      )}
    </form>
  );
}
