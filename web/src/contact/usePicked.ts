import { useState } from 'react';

/**
 * A choice that lives in the address, shown at once: a screen follows its address a little later, and until then a
 * control that showed the address would fall back to the choice before.
 *
 * Takes what the address says; gives what to show, and what to call with a new choice beside changing the address.
 */
export function usePicked(inAddress: string): readonly [string, (next: string) => void] {
  const [picked, setPicked] = useState<string | undefined>(undefined);
  // The address has followed: from here on it decides, so that the browser's Back is seen.
  if (picked === inAddress) setPicked(undefined);
  return [picked ?? inAddress, setPicked];
}
