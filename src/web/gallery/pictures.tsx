import { Box, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { BlankDocket } from '#web/art/blank-docket.tsx';
import { BrokenGavel } from '#web/art/broken-gavel.tsx';
import { BlankBadge, ClosedBar, EmptyStand, Hourglass, Recess, Teapot, WeighedCoins } from '#web/art/court-scenes.tsx';
import { GavelLoader } from '#web/art/gavel-loader.tsx';
import { Logo, Mark } from '#web/art/logo.tsx';
import { Part } from './part.tsx';

const scenes: [string, ReactNode][] = [
  ['404', <EmptyStand key="404" />],
  ['403', <ClosedBar key="403" />],
  ['401', <BlankBadge key="401" />],
  ['418', <Teapot key="418" />],
  ['503', <Recess key="503" />],
  ['500', <BrokenGavel key="500" />],
  ['402', <WeighedCoins key="402" />],
  ['429', <Hourglass key="429" />],
  ['Empty', <BlankDocket key="empty" />],
];

export function Pictures() {
  return (
    <>
      <Part name="Marks" use="The product’s name, and that something is loading.">
        <Group>
          <Logo />
          <Mark size={64} />
          <Mark size={16} />
          <GavelLoader label="Loading" />
          <GavelLoader label="Loading" size={120} />
        </Group>
      </Part>
      <Box className="columns" data-fill>
        {scenes.map(([name, scene]) => (
          <Box component="figure" key={name} m={0} ta="center">
            {scene}
            <figcaption>{name}</figcaption>
          </Box>
        ))}
      </Box>
    </>
  );
}
