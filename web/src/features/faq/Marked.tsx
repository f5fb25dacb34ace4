import type { Range } from '../../api/faq';
import { segments } from './segments';

/** A text with what matched in it marked. */
export function Marked({ text, ranges }: { text: string; ranges: readonly Range[] }) {
  return segments(text, ranges).map((segment, index) =>
    segment.marked ? <mark key={index}>{segment.text}</mark> : <span key={index}>{segment.text}</span>,
  );
}
