/** Why this person doesn't see what is an admin's (spec §2, /admin). */
import { Lock } from 'lucide-react';
import { GoLink, useSigned } from '../../contact/screen';
import { pages } from '../../paths';
import page from '../../styles/page.module.css';
import { buttonClass, Card, PageHeading } from '../../ui';
import styles from './Admin.module.css';

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
