/** The FAQ search over any screen. Searching here changes neither the URL nor the contact. */
import { useState } from 'react';
import { useContact, useGo, useSigned } from '../contact/screen';
import { contactState, helpButton } from '../contact/stage';
import type { FaqPlace } from '../contact/panels';
import { pages } from '../paths';
import { FaqPanel } from '../routes';

interface Props {
  /** Called when the search is left for another screen. */
  onLeave: () => void;
}

export function FaqSearch({ onLeave }: Props) {
  const { content } = useSigned();
  const go = useGo();
  const state = contactState(content, useContact());
  const [place, setPlace] = useState<FaqPlace>({ q: '' });
  const help = helpButton(content.flows.flatMap(({ steps }) => steps));
  const ask = () => {
    onLeave();
    go.forward(pages.support);
  };
  return (
    <FaqPanel
      texts={content.site.pages.faq}
      place={place}
      onPlace={setPlace}
      state={state}
      help={help && { label: help.text, onAsk: ask }}
      autoFocus
    />
  );
}
