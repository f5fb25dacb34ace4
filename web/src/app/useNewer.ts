/**
 * Another version is served than is shown. It is fetched whole, then takes the place of the one before by itself where
 * nobody is in the middle of anything; else it waits.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { faqEntries } from '../api/faq';
import { adopt, newest } from '../api/queries';
import type { Content } from '../api/types';
import { isUnderWay } from '../contact/flows';
import { useCurrent } from '../contact/contact';
import { useIsSteady } from '../contact/steady';

/** What is served now, once it is here, where `shown` is another version. `served` is the version that was heard of. */
export function useNewer(served: string | undefined, shown: Content | undefined): Content | undefined {
  const queries = useQueryClient();
  const { pathname, search } = useLocation();
  const place = useCurrent('place');
  const steady = useIsSteady();
  const other = served !== undefined && shown !== undefined && served !== shown.version;

  const content = useQuery({ ...newest(served ?? ''), enabled: other });
  const here = other && content.data?.version !== shown.version ? content.data : undefined;
  // What is on a screen of the FAQ is swapped at once too. Without it the rest is newer all the same.
  const faq = useQuery({ ...faqEntries(here?.version ?? ''), enabled: here !== undefined });
  // While a still newer one is on its way, the last that is whole goes on being it: nothing comes and goes on the screen.
  const [whole, setWhole] = useState<Content | undefined>(undefined);
  if (here !== undefined && !faq.isPending && here !== whole) setWhole(here);
  const newer = other && whole?.version !== shown.version ? whole : undefined;

  const busy = shown !== undefined && [pathname + search, place].some((address) => address !== undefined && isUnderWay(shown, address));
  useEffect(() => {
    if (newer !== undefined && !busy && !steady) adopt(queries, newer);
  }, [queries, newer, busy, steady]);
  return newer;
}
