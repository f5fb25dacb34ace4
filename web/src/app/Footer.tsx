import { useLocation } from 'react-router-dom';
import { useSigned } from '../contact/AppContext';
import { reportAddress, useReported } from '../contact/report';
import { ExternalLink } from '../ui';
import styles from './Frame.module.css';
import footer from './Footer.module.css';

export function Footer({ screen, onKeys }: { screen: string; onKeys: () => void }) {
  const { content } = useSigned();
  const { site, version } = content;
  const { pathname, search } = useLocation();
  const report = reportAddress({
    to: site.organisation.support_email,
    subject: `${site.product}: a problem with a text`,
    screen,
    about: useReported(),
    address: pathname + search,
    version,
  });
  return (
    <footer className={styles.footer}>
      <div className={styles.foot}>
        <p>
          {site.footer.text}
          <br />
          {site.copyright}
        </p>
        <div className={styles.footLinks}>
          {site.footer.links.map((link) => (
            <ExternalLink key={link.id} href={link.url}>
              {link.label}
            </ExternalLink>
          ))}
          <a href={report}>Report a Problem With This Text</a>
          <button type="button" className={footer.keys} onClick={onKeys}>
            Keyboard shortcuts
          </button>
        </div>
      </div>
    </footer>
  );
}
