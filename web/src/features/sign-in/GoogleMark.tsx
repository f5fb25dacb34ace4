/** A key, in the shape of the provider's letter: the provider's own mark may not be redrawn. */
import { KeyRound } from 'lucide-react';

export function GoogleMark() {
  return <KeyRound size={18} aria-hidden="true" />;
}
