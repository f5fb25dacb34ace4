/**
 * Admin settings (spec §2, /admin): who may sign in, who is signed in, and the state of the guidance. Anyone else is told
 * that the page is for admins.
 */
import { Lock } from 'lucide-react';
import { GoLink, useSigned } from '../../contact/screen';
import { pages } from '../../paths';
import page from '../../styles/page.module.css';
import { buttonClass, Card, PageHeading } from '../../ui';
import styles from './Admin.module.css';
import { AllowedEmails } from './AllowedEmails';
import { Audit } from './Audit';
import { Blocked } from './Blocked';
import { ContentState } from './ContentState';
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
      {/* In a single column, as on a phone, the section that most people come for is first. */}
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

export function Restricted() {
  const { admin } = useSigned().content.site.pages;
  return (
    <div className={`${page.page} ${page.middle}`}>
      <Card className={styles.restricted}>
        <Lock size={36} className={styles.lock} aria-hidden="true" />
        <PageHeading title={admin.restricted_heading}>{admin.restricted_heading}</PageHeading>
        <p className={page.lead}>{admin.restricted_text}</p>
        <GoLink to={pages.home} className={buttonClass({ look: 'primary' })}>
          {admin.back}
        </GoLink>
      </Card>
    </div>
  );
}
