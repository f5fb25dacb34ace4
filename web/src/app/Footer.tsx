import { useSigned } from '../contact/screen';
import { ReportLink, useReported } from '../contact/links';
import { ExternalLink } from '../ui';
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
          {site.footer.links.map((link) => (
            <ExternalLink key={link.id} href={link.url}>
              {link.label}
            </ExternalLink>
          ))}
          <ReportLink screen={screen} about={about} short />
          <button type="button" className={styles.keys} onClick={onKeys}>
            Keyboard shortcuts
          </button>
        </div>
      </div>
    </footer>
  );
}
