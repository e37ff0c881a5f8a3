/** Development only: every shared component in its states, inside the real shell. `test/units/gallery.test.ts` knows what is missing. */
import { Tabs } from '@mantine/core';
import { Page } from '#web/components/ui/page.tsx';
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

export default () => (
  <Page title="Gallery" intro="Every shared component in its states, and when to use it.">
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
);
