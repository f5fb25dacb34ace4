/** The tree of one region as a picture. What it shows stands in words below it. */
import { useState } from 'react';
import { picture, type ReviewNode } from '../../api/review';
import { Alert, ExternalLink, plural } from '../../ui';
import styles from './Picture.module.css';

interface Props {
  state: string;
  name: string;
  version: string;
  nodes: readonly ReviewNode[];
}

export function Picture({ state, name, version, nodes }: Props) {
  const src = picture(state, version);
  const [failed, setFailed] = useState<string | undefined>(undefined);
  const questions = nodes.filter(({ kind }) => kind === 'question').length;
  const shows = `${plural(questions, 'question')} and ${plural(nodes.length - questions, 'solution')}`;
  if (failed === src) {
    return <Alert>The picture couldn’t be loaded. What it shows stands in words below. Reload the page to try again.</Alert>;
  }
  return (
    <figure className={styles.picture}>
      <img src={src} alt={`The way through the questions for ${name}: ${shows}, in words below.`} onError={() => setFailed(src)} />
      <figcaption className={styles.caption}>
        <ExternalLink href={src}>Open the picture for {name} by itself</ExternalLink>
      </figcaption>
    </figure>
  );
}
