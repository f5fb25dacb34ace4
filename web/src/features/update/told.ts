/** What the volunteer is told after a move. Pure. */
import type { Told } from '../../contact/contact';

/** `first` says that she moved, `text` what no longer fits; where that is nothing and she has answered, that all fits. */
export function told(screen: string, first: string, text: readonly string[], answered: boolean): Told {
  if (text.length > 0) return { screen, kind: 'problem', text: [first, ...text] };
  return { screen, kind: 'good', text: [first, ...(answered ? ['All your answers fit.'] : [])] };
}
