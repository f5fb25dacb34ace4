import { useSigned } from '../contact/screen';
import { ReportLink, SiteLinks, useReported } from '../contact/links';
import styles from './Footer.module.css';

export function Footer({ screen, onKeys }: { screen: string; onKeys: () => void }) {
  const { site } = useSigned().content;
  const about = useReported();
  return (
    <footer className={styles.footer}>
      <div className={styles.row}>
        <p>
          {site.footer.text} {site.copyright}
        </p>
        <div className={styles.links}>
          <SiteLinks links={site.footer.links} />
          <ReportLink screen={screen} about={about} short />
          <button type="button" className={styles.keys} onClick={onKeys}>
            Keyboard shortcuts
          </button>
        </div>
      </div>
    </footer>
  );
}
