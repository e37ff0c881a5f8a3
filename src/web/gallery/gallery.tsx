/** Development only: every shared component in its states, inside the real shell. */
import { Button, Switch, Tabs, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { BrokenGavel } from '#web/art/broken-gavel.tsx';
import { BetaWatermark } from '#web/components/ui/beta-watermark.tsx';
import { CourtError } from '#web/components/feedback/court-error.tsx';
import { GavelLoader } from '#web/art/gavel-loader.tsx';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { Controls, Data, Lists, Pictures } from './gallery-parts.tsx';
import { ShellFrame } from '#web/shell/shell-frame.tsx';
import { useNavSize } from '#web/shell/use-nav-size.ts';

const schools = Array.from({ length: 12 }, (_, index) => ({
  id: String(index),
  name:
    ['Northfield Academy', 'Saint Ivo Preparatory School of the Upper Valley', 'Łukasz Memorial High'][index % 3] ?? '',
  shortName: `S${index + 1}`,
}));

export function Gallery() {
  const [navSize, setNavSize] = useNavSize();
  const [school, setSchool] = useState<string | null>(null);
  const [kind, setKind] = useState({ superAdmin: true, manySchools: true, beta: false, loading: false });
  const scheme = useComputedColorScheme('light');
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const [modalOpen, modal] = useDisclosure(false);

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
      <Page
        title="Gallery"
        intro="Every shared component in its states."
        actions={<Button onClick={modal.open}>Open a dialog</Button>}
      >
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: '1rem 1.5rem', marginBottom: '1.5rem' }}>
          <Switch
            label="Dark"
            checked={scheme === 'dark'}
            onChange={(event) => setColorScheme(event.currentTarget.checked ? 'dark' : 'light')}
          />
          {option('superAdmin', 'Super admin')}
          {option('manySchools', 'Many schools')}
          {option('beta', 'BETA watermark')}
          {option('loading', 'Loading screen')}
        </div>
        <Tabs defaultValue="controls">
          <Tabs.List mb="lg">
            <Tabs.Tab value="controls">Controls</Tabs.Tab>
            <Tabs.Tab value="lists">Lists</Tabs.Tab>
            <Tabs.Tab value="data">Data</Tabs.Tab>
            <Tabs.Tab value="pictures">Pictures</Tabs.Tab>
            <Tabs.Tab value="error">Error page</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="controls">
            <Controls />
          </Tabs.Panel>
          <Tabs.Panel value="lists">
            <Lists />
          </Tabs.Panel>
          <Tabs.Panel value="data">
            <Data />
          </Tabs.Panel>
          <Tabs.Panel value="pictures">
            <Pictures />
          </Tabs.Panel>
          <Tabs.Panel value="error">
            <CourtError
              code="500"
              title="The gavel broke mid-sentence"
              text="Something went wrong on our side of the bench."
              illustration={<BrokenGavel />}
              extra={<Button>Return After Recess</Button>}
              onBack={() => history.back()}
              reportUrl="https://example.com/issues"
            />
          </Tabs.Panel>
        </Tabs>
      </Page>
      {modalOpen && (
        <Modal onClose={modal.close} title="Delete School (Northfield)">
          <p>This action cannot be reversed and will permanently remove all information associated with the school.</p>
          <div style={{ display: 'flex', justifyContent: 'flex-end', gap: '0.75rem' }}>
            <Button variant="default" onClick={modal.close}>
              Cancel
            </Button>
            <Button color="red" onClick={modal.close}>
              Delete
            </Button>
          </div>
        </Modal>
      )}
      {kind.beta && <BetaWatermark />}
      {kind.loading && (
        <div className="loading-screen">
          <GavelLoader size={120} />
        </div>
      )}
    </ShellFrame>
  );
}
