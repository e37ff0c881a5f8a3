// What Courtside really does with data. Update it when the product changes.
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { AskSupport } from '#web/support/ask-support.tsx';
import { Page } from '#web/components/ui/page.tsx';
import classes from '#web/components/ui/prose.module.css';

export default function PrivacyPage() {
  return (
    <Page title="Privacy and Security" intro="What Courtside keeps about you, why, and how it is protected." narrow>
      <div className={classes.prose}>
        <Part title="Data collection">
          <p>
            Courtside keeps your email address and your name, the schools you are assigned to with your role in each,
            and when you last signed in. While you are signed in it keeps your session: when it began and ends, and the
            browser it was opened with. An authentication token in a cookie identifies that session. Failed sign-ins are
            counted by email and network address for about 15 minutes. If a session is ended from another device, the
            reason is kept for a week, so that this browser can tell you.
          </p>
          <p>
            If you set up a second factor, Courtside keeps its secret encrypted, and its recovery codes as hashes, until
            you turn it off.
          </p>
          <p>
            If you use single sign-on, Courtside asks the provider for your email address and your name, and keeps the
            provider’s own ID for you, so that nobody else signs in as you with the same address. It keeps nothing else
            of the provider’s answer, and the provider learns only that you sign in here.
          </p>
          <p>
            An invitation keeps the invited email address until it is accepted, revoked or a week old. A request to join
            a school, with your note, is kept until it is decided or you withdraw it; the school’s Primary Admins and
            support see it with your name and email. A Primary Admin’s request to add a colleague keeps the colleague’s
            email address until support decides or it is withdrawn. Links to accept an invitation or to choose a new
            password, a school’s calendar link, links to students’ cards, and your access tokens are stored only as
            hashes. For an access token, Courtside also keeps the name you gave it, its school, when it expires, and
            when it was last used, until you end it or 30 days after it expires.
          </p>
          <p>
            Schools keep the names of their teams, students and tournaments. If a school’s staff create a calendar link,
            everybody who has it sees the school’s tournaments and rounds, and no student. If its Primary Admin adds a
            webhook, the program at that address is told the IDs of saved ballots, changed rounds, and access requests,
            and Courtside keeps its answers for 30 days. Photos of ballots are not kept: neither the picture nor its
            scores are stored on the server by reading them.
          </p>
          <p>
            A school can keep ballots in a season book if its Primary Admin has turned that on. The season book stores
            the scores, the judge’s name and comments, who did which part, and who saved, corrected or checked each
            ballot, until somebody at the school deletes them or the day that the Primary Admin has set has passed. The
            dashboard reminds the school’s staff 30 days before that day. For an imported file, it stores the file’s
            name and who imported it. The school’s Primary Admins and Admins see everything, Viewers see rounds and
            totals, and students who sign in see their own scores. Super admins see none of it unless they belong to the
            school. The history says that a ballot was saved, corrected or deleted, but never a score.
          </p>
          <p>
            If a school’s Primary Admin has turned that on, its staff can create a link to one student’s card. Everybody
            who has the link sees that student’s name, scores and figures of one season without signing in, and nothing
            about other students, until the link expires after at most 90 days or somebody ends it. Courtside keeps who
            created it and when it was last opened, and counts openings by network address for 15 minutes. The page uses
            no cookie and stores nothing in the browser.
          </p>
          <p>
            For a try-out, a school’s staff enter the names of candidates, who may be nobody’s students yet, and score
            them. Each rater sees only their own scores until somebody ends the try-out; then the school’s Primary
            Admins and Admins see all of them, and nobody else does. Everything is deleted after a day that staff choose
            when they begin, at most a year later. It can’t be restored, and the history names no candidate.
          </p>
          <p>
            A history records who changed what, and when: cases, schools with their people, rosters, season books,
            invitations and links, and accounts with their second factors and access tokens. It has the values before
            and after, but no password and no score. Only super admins can read it, and nobody can rewrite it: the name
            and email of the person who made a change stay in it even after their account is deleted.
          </p>
        </Part>
        <Part title="Strictly necessary cookies">
          <p>
            One cookie holds the authentication token that keeps you signed in. It is removed when you log out. Another
            one protects your account from people who guess passwords: it marks a browser that has signed in before,
            holds nothing about you, and stays for up to 400 days. If you use single sign-on, a third one marks this
            browser for 10 minutes while you sign in at the provider. There are no advertising, analytics or third-party
            cookies.
          </p>
        </Part>
        <Part title="Your rights">
          <p>
            You can ask to see your data, have it corrected, or have it deleted; support does it.{' '}
            <AskSupport
              before="To ask, tell your school’s Primary Admin or "
              otherwise="To ask, tell your school’s Primary Admin."
            />{' '}
            Deleting your account ends your sessions, access tokens and assignments at once.
          </p>
          <p>
            Deleted schools, users, cases, teams, students and tournaments, and undone imports of ballots, can be
            restored for 30 days, with everything that belonged to them, by the people who are allowed to delete them.
            Until then nobody can open them, and afterwards they are permanently deleted. “Delete for good” in the list
            of deleted records doesn’t wait 30 days. What support deletes on the server can’t be restored.
          </p>
          <p>
            A school can give a student all of their scores as one file, and remove the name with Anonymize, at once and
            for good. The scores then stay without it, and the history forgets it too. The same happens 30 days after a
            student is deleted. A deleted season book, whether by hand or because its last day has passed, can’t be
            restored either. Backups made before that still have the name until they are deleted; of the daily ones the
            server keeps seven unless its operator decides otherwise.
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
              Every permission is checked twice: by the server and by the database itself. Automated tests try each one
              as every kind of user.
            </li>
            <li>The software’s dependencies are audited, and sign-ins are logged and limited.</li>
          </ul>
        </Part>
        <Part title="Local storage">
          <p>
            This browser remembers preferences that are not sensitive: the chosen school, the navigation’s size, the
            color scheme, whether single keys are shortcuts, the columns you hid from the admin area’s lists, whether it
            reads photos itself, your answer about cookies, the ballots you are typing or checking (without their
            photos), the score sheets and line-ups you are editing, the scores of a try-out you are entering, and which
            account used it last, so that the next person finds none of it. Logging out removes all of them except the
            choice of where photos are read. If you decline cookies while the server is unreachable, this browser also
            remembers to sign you out there as soon as it can.
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
