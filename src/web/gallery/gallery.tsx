/** Development only: every shared component in its states, inside the real shell. `test/units/gallery.test.ts` knows what is missing. */
import { Switch, Tabs, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { GavelLoader } from '#web/art/gavel-loader.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { ShellFrame } from '#web/shell/shell-frame.tsx';
import { useNavSize } from '#web/shell/use-nav-size.ts';
import { Dialogs } from './dialogs.tsx';
import { Feedback } from './feedback.tsx';
import { Files } from './files.tsx';
import { Forms } from './forms.tsx';
import { Pictures } from './pictures.tsx';
import { Tables } from './table.tsx';
import { Ui } from './ui.tsx';

/** As in src/web/components. */
const ROOMS = {
  ui: Ui,
  table: Tables,
  forms: Forms,
  feedback: Feedback,
  dialogs: Dialogs,
  files: Files,
  art: Pictures,
};

const schools = Array.from({ length: 12 }, (_, index) => ({
  id: String(index),
  name:
    ['Northfield Academy', 'Saint Ivo Preparatory School of the Upper Valley', 'Łukasz Memorial High'][index % 3] ?? '',
  shortName: `S${index + 1}`,
}));

export function Gallery() {
  const [navSize, setNavSize] = useNavSize();
  const [school, setSchool] = useState<string | null>(null);
  const [kind, setKind] = useState({ superAdmin: true, manySchools: true, loading: false });
  const scheme = useComputedColorScheme('light');
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });

  const option = (name: keyof typeof kind, label: string) => (
    <Switch
      label={label}
      checked={kind[name]}
      onChange={(event) => setKind({ ...kind, [name]: event.currentTarget.checked })}
    />
  );

  return (
    <ShellFrame
      superAdmin={kind.superAdmin}
      schools={kind.manySchools ? schools : schools.slice(0, 1)}
      school={school}
      onSchool={setSchool}
      onLogOut={() => undefined}
      navSize={navSize}
      onNavSize={setNavSize}
    >
      <Page title="Gallery" intro="Every shared component in its states, and when to use it.">
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: '1rem 1.5rem', marginBottom: '1.5rem' }}>
          <Switch
            label="Dark"
            checked={scheme === 'dark'}
            onChange={(event) => setColorScheme(event.currentTarget.checked ? 'dark' : 'light')}
          />
          {option('superAdmin', 'Super admin')}
          {option('manySchools', 'Many schools')}
          {option('loading', 'Loading screen')}
        </div>
        <Tabs defaultValue="ui">
          <Tabs.List mb="lg">
            {Object.keys(ROOMS).map((room) => (
              <Tabs.Tab key={room} value={room}>
                {room}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {Object.entries(ROOMS).map(([room, Room]) => (
            <Tabs.Panel key={room} value={room}>
              <Room />
            </Tabs.Panel>
          ))}
        </Tabs>
      </Page>
      {kind.loading && (
        <div className="loading-screen">
          <GavelLoader size={120} />
        </div>
      )}
    </ShellFrame>
  );
}
