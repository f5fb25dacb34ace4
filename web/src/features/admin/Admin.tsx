/** Admin settings, or why this person doesn't see them (spec §2, /admin). */
import { Lock } from 'lucide-react';
import { useSigned } from '../../contact/AppContext';
import { GoLink } from '../../contact/navigation';
import { pages } from '../../paths';
import page from '../../styles/page.module.css';
import { buttonClass, Card, PageHeading } from '../../ui';
import styles from './Admin.module.css';
import { AllowedEmails } from './AllowedEmails';
import { Audit } from './Audit';

export function Admin() {
  const { content, isAdmin } = useSigned();
  const { admin } = content.site.pages;
  const back = (
    <GoLink to={pages.home} className={buttonClass({ look: isAdmin ? 'plain' : 'primary' })}>
      {admin.back}
    </GoLink>
  );
  if (!isAdmin) {
    return (
      <div className={`${page.page} ${page.middle}`}>
        <Card className={styles.restricted}>
          <Lock size={36} className={styles.lock} aria-hidden="true" />
          <PageHeading title={admin.restricted_heading}>{admin.restricted_heading}</PageHeading>
          <p className={page.lead}>{admin.restricted_text}</p>
          {back}
        </Card>
      </div>
    );
  }
  return (
    <div className={`${page.page} ${styles.page}`}>
      <div>
        <PageHeading title={admin.title}>{admin.title}</PageHeading>
        <p className={page.lead}>{admin.text}</p>
      </div>
      <AllowedEmails />
      <Audit />
      <p className={styles.version}>
        Guidance version {content.version}, {content.states.length} {content.site.region.plural}
      </p>
      <div>{back}</div>
    </div>
  );
}
