/** Where a contact begins (spec §2, /home). */
import { ArrowRight, Clock, Globe, Headset, Heart, Info, MessagesSquare, Phone, Shield, Star } from 'lucide-react';
import { useId } from 'react';
import type { Content, Icon } from '../../api/types';
import { GoLink, useGo, useSigned } from '../../contact/screen';
import { Badge, fill, KeyHint, PageHeading, useShortcut } from '../../ui';
import styles from './Home.module.css';

const icons = { clock: Clock, shield: Shield, heart: Heart, phone: Phone, globe: Globe, star: Star, info: Info } satisfies Record<Icon, unknown>;

export function Home() {
  const { user, content } = useSigned();
  const { home } = content.site.pages;
  const heading = user.first_name ? fill(home.heading, { 'volunteer.first_name': user.first_name }) : home.heading_without_name;
  return (
    <div className={styles.home}>
      <Badge tone="accent">{home.badge}</Badge>
      <PageHeading title={heading} className={styles.heading}>
        {heading}
      </PageHeading>
      <p className={styles.thanks}>{home.thanks}</p>
      <div className={styles.doors}>
        {home.buttons.map((button, index) => (
          <Door key={button.to} button={button} digit={String(index + 1)} content={content} />
        ))}
      </div>
      <ul role="list" className={styles.badges}>
        {content.site.badges.map(({ text, icon }) => {
          const BadgeIcon = icons[icon];
          return (
            <li key={text}>
              <BadgeIcon size={18} aria-hidden="true" />
              {text}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface DoorProps {
  button: Content['site']['pages']['home']['buttons'][number];
  digit: string;
  content: Content;
}

function Door({ button: { text, to, description }, digit, content }: DoorProps) {
  const go = useGo();
  const ids = { name: useId(), about: useId() };
  useShortcut({ keys: [digit], label: text }, () => go.forward(to));
  const channel = content.flows.find(({ path }) => path === to)?.channel;
  const DoorIcon = channel === 'voice' ? Headset : channel === undefined ? ArrowRight : MessagesSquare;
  return (
    <GoLink to={to} className={styles.door} aria-labelledby={ids.name} aria-describedby={description ? ids.about : undefined}>
      <span className={styles.sign}>
        <DoorIcon size={26} aria-hidden="true" />
      </span>
      <span className={styles.words}>
        <span id={ids.name}>{text}</span>
        {description && (
          <span id={ids.about} className={styles.about}>
            {description}
          </span>
        )}
      </span>
      <KeyHint>{digit}</KeyHint>
    </GoLink>
  );
}
