/**
 * Another version is served than is shown. It is fetched whole, then takes the place of the one before by itself where
 * nobody is in the middle of anything; else it waits.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { faqEntries } from '../api/faq';
import { adopt, newest } from '../api/queries';
import type { Content } from '../api/types';
import { useCurrent } from '../contact/contact';
import { useHere } from '../contact/screen';
import { isUnderWay } from '../contact/stage';
import { movedTo, useIsSteady, wayOf, type Way } from '../contact/version';

/**
 * `served` is the version that was heard of, `shown` the content on the screen, `settled` whether that is all there will be of what
 * the address asks for, and `address` the version that it names.
 */
export function useWay(served: string | undefined, shown: Content | undefined, settled: boolean, address: string | undefined): Way {
  const queries = useQueryClient();
  const here = useHere();
  const place = useCurrent('place');
  const steady = useIsSteady();
  const newer = useNewer(served, shown);

  const isBusy = (at: string | undefined) => shown !== undefined && at !== undefined && isUnderWay(shown, at);
  const inContact = isBusy(here);
  const elsewhere = isBusy(place) || steady;
  const version = settled ? shown?.version : undefined;
  const successor = movedTo(address);
  const way = useMemo(() => wayOf({ address, successor, shown: version, newer, inContact, elsewhere }), [address, successor, version, newer, inContact, elsewhere]);
  useEffect(() => {
    if (way.state === 'moving') adopt(queries, way.newer);
  }, [queries, way]);
  return way;
}

/** What is served now, once it is here, where `shown` is another version. */
function useNewer(served: string | undefined, shown: Content | undefined): Content | undefined {
  const other = served !== undefined && shown !== undefined && served !== shown.version;
  const content = useQuery({ ...newest(served ?? ''), enabled: other });
  const here = other && content.data?.version !== shown.version ? content.data : undefined;
  // What is on a screen of the FAQ is swapped at once too. Without it the rest is newer all the same.
  const faq = useQuery({ ...faqEntries(here?.version ?? ''), enabled: here !== undefined });
  // While a still newer one is on its way, the last that is whole goes on being it: nothing comes and goes on the screen.
  const [whole, setWhole] = useState<Content | undefined>(undefined);
  if (here !== undefined && !faq.isPending && here !== whole) setWhole(here);
  return other && whole?.version !== shown.version ? whole : undefined;
}
