// Privacy and security: what is true of this product, in plain words. Change it when the product changes.
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Page } from '#web/components/page.tsx';
import classes from '#web/components/prose.module.css';

export function PrivacyPage() {
  return (
    <Page title="Privacy and Security" intro="What Courtside keeps about you, why, and how it is protected." narrow>
      <div className={classes.prose}>
        <Part title="Data collection">
          <p>
            Courtside keeps your email address and your name, the schools you are assigned to with your role in each,
            and when you last signed in. While you are signed in it keeps your session: when it began and ends, and the
            browser it was opened with. An authentication token in a cookie stands for that session. Failed sign-ins are
            counted by email and network address for about 15 minutes.
          </p>
          <p>
            Schools keep the names of their teams, students and tournaments. A photo of a ballot is read and forgotten:
            neither the picture nor its scores are stored on the server.
          </p>
          <p>
            A history records who changed a school, a user, an assignment, a case, a witness or a roster, and when, with
            the values before and after; never a password. Only super administrators read it, and nobody can rewrite it:
            the name and email of whoever made a change stay in it, also after the account is deleted.
          </p>
        </Part>
        <Part title="Strictly necessary cookies">
          <p>
            One cookie holds the authentication token that keeps you signed in. It is removed when you log out. Another
            one protects your account from people who guess passwords: it marks a browser that has signed in before,
            holds nothing about you, and stays for up to 400 days. There are no advertising, analytics or third-party
            cookies.
          </p>
        </Part>
        <Part title="Your rights">
          <p>
            You may ask to see what is kept about you, to have it corrected, and to have it deleted. Contact support, or
            ask your school’s Primary Admin to do so. Deleting your account ends your sessions and assignments at once.
          </p>
        </Part>
        <Part title="Security practices">
          <ul>
            <li>On a public address, all traffic is encrypted with HTTPS.</li>
            <li>
              The authentication token travels encrypted, in a cookie that is HttpOnly (no script can read it) and,
              under HTTPS, Secure.
            </li>
            <li>Passwords are kept only as slow, salted hashes; nobody can read them.</li>
            <li>
              Who may see and change what is checked twice: by the server and by the database itself. Automatic tests
              try every permission as every kind of user.
            </li>
            <li>The software’s dependencies are audited, and sign-ins are logged and limited.</li>
          </ul>
        </Part>
        <Part title="Local storage">
          <p>
            This browser remembers preferences that are not sensitive: the chosen school, the navigation’s size, the
            color scheme, your answer about cookies, and the ballot you are working on. Logging out removes all of them.
            If the server cannot be reached when you decline cookies, this browser also remembers to sign you out there,
            until it has.
          </p>
        </Part>
      </div>
    </Page>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={2}>{title}</Title>
      {children}
    </section>
  );
}
