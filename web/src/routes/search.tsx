/** The FAQ search over any screen: what is searched for here leaves the address, and so the contact, as it is. */
import { useState } from 'react';
import { useSigned } from '../contact/AppContext';
import type { FaqPlace } from '../paths';
import { FaqPanel } from './slots';

export function FaqSearch() {
  const { content } = useSigned();
  const [place, setPlace] = useState<FaqPlace>({ q: '' });
  return <FaqPanel texts={content.site.pages.faq} place={place} onPlace={setPlace} autoFocus />;
}
