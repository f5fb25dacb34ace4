import { useLocation } from 'react-router-dom';
import { useSigned } from '../../contact/AppContext';
import { reportAddress } from '../../contact/report';
import styles from './EntryDialog.module.css';

/** The footer's link lies behind the dialog, so the entry has its own. */
export function ReportLink({ about }: { about: string }) {
  const { site, version } = useSigned().content;
  const { pathname, search } = useLocation();
  const href = reportAddress({
    to: site.organisation.support_email,
    subject: `${site.product}: a problem with a text`,
    screen: 'FAQ',
    about,
    address: pathname + search,
    version,
  });
  return (
    <a className={styles.report} href={href}>
      Report a Problem With This Text
    </a>
  );
}
