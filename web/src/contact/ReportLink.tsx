import { useLocation } from 'react-router-dom';
import { ExternalLink, VisuallyHidden } from '../ui';
import { useSigned } from './AppContext';
import { issueAddress, reportAddress } from './report';
import styles from './ReportLink.module.css';

export interface ReportLinkProps {
  /** What the screen is called. */
  screen: string;
  /** Which text of it, for instance `FAQ entry lost-card`; empty where it is the screen as a whole. */
  about: string;
  /** In few words to the eye; the link's name stays whole. */
  short?: boolean;
}

/** An email to staff about one text; for admins, who edit it on a git host, also an issue there. A text has a link of its own where the footer's can't say which is meant. */
export function ReportLink({ screen, about, short = false }: ReportLinkProps) {
  const { content, isAdmin } = useSigned();
  const { site, version } = content;
  const { pathname, search } = useLocation();
  const href = reportAddress({
    to: site.organisation.support_email,
    subject: `${site.product}: a problem with a text`,
    screen,
    about,
    address: pathname + search,
    version,
  });
  return (
    <>
      <a className={styles.report} href={href}>
        Report a Problem{short ? <VisuallyHidden> With This Text</VisuallyHidden> : ' With This Text'}
      </a>{' '}
      {isAdmin && site.issues && (
        <ExternalLink className={styles.report} href={issueAddress(version, about)}>
          Open an Issue
        </ExternalLink>
      )}
    </>
  );
}
