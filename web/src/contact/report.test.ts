import { expect, it } from 'vitest';
import { reportAddress } from './links';

const report = {
  to: 'staff@a.example',
  subject: 'A problem with the wording',
  screen: 'Find the answer',
  about: 'entry lost-card',
  address: '/phone?step=look-up&q=maria+lost+her+card&category=Cards',
  version: '9f1c',
};

it('names the screen, text, URL, and version', () => {
  const body = new URL(reportAddress(report)).searchParams.get('body');
  expect(body).toContain('Screen: Find the answer');
  expect(body).toContain('Text: entry lost-card');
  expect(body).toContain('Version: 9f1c');
  expect(body).toContain('/phone?step=look-up&category=Cards');
});

it('leaves out search text', () => expect(decodeURIComponent(reportAddress(report))).not.toContain('maria'));
