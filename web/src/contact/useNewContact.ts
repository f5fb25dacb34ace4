import { useEffect } from 'react';
import { pages } from '../paths';
import { bringBack, dropEnded, endWithUndo, resetContact, useCurrent, useEnded } from './contact';
import { useFacts } from './facts';
import { useGo, useHere } from './screen';

/** New Contact: the contact under way is over, and `to` is the next screen. For a moment it can be brought back. */
export function useNewContact(): (to: string) => void {
  const go = useGo();
  const from = useHere();
  return (to) => {
    if (go.forward(to)) endWithUndo(from, to);
  };
}

/** Start Over (spec §4): at `to` nothing is known of the contact any more. */
export function useStartOver(to: string): () => void {
  const go = useGo();
  const from = useHere();
  return () => {
    if (go.forward(to)) resetContact(from);
  };
}

/** The contact that has ended, for a moment or until the next one has begun: what to say of it, and how to have it back. */
export function useUndo(): { text: string; undo: () => void } | undefined {
  const ended = useEnded();
  const values = useFacts();
  const words = useCurrent('words');
  const place = useCurrent('place');
  const go = useGo();
  const here = useHere();
  const next = ended !== undefined && (Object.keys(values).length > 0 || words.size > 0 || (place !== undefined && here !== ended.from));
  useEffect(() => {
    if (next) dropEnded();
  }, [next]);
  if (ended === undefined) return undefined;
  const said = ended.to === pages.finish ? 'The contact is finished.' : 'A new contact has begun.';
  return {
    text: ended.state.note?.copied === false ? `${said} The note wasn’t copied.` : said,
    undo: () => {
      bringBack(ended);
      if (here !== ended.from) go.back(ended.from);
    },
  };
}
