/** Admin settings (spec §2, /admin): who may sign in and who is, and how the guidance stands. */
import { GoLink, useSigned } from '../../contact/screen';
import { pages } from '../../paths';
import page from '../../styles/page.module.css';
import { buttonClass, PageHeading } from '../../ui';
import styles from './Admin.module.css';
import { AllowedEmails } from './AllowedEmails';
import { Audit } from './Audit';
import { Blocked } from './Blocked';
import { ContentState } from './ContentState';
import { Restricted } from './Restricted';
import { SignedIn } from './SignedIn';

export function Admin() {
  const { content, isAdmin } = useSigned();
  const { admin } = content.site.pages;
  if (!isAdmin) return <Restricted />;
  return (
    <div className={`${page.page} ${styles.page}`}>
      <div className={styles.title}>
        <PageHeading title={admin.title}>{admin.title}</PageHeading>
        <p className={page.lead}>{admin.text}</p>
      </div>
      {/* What one came for is first where all stands in one column, as on a phone. */}
      <div className={styles.list}>
        <AllowedEmails />
      </div>
      <div className={styles.people}>
        <Blocked />
        <SignedIn />
      </div>
      <div className={styles.audit}>
        <Audit />
      </div>
      <div className={styles.content}>
        <ContentState />
      </div>
      <div className={styles.back}>
        <GoLink to={pages.home} className={buttonClass()}>
          {admin.back}
        </GoLink>
      </div>
    </div>
  );
}
