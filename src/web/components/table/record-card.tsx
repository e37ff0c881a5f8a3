import { DataList, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface RecordCardProps {
  title: ReactNode;
  facts: readonly { label: string; value: ReactNode }[];
  actions?: ReactNode;
}

/** A table row as a card, for narrow screens. */
export function RecordCard({ title, facts, actions }: RecordCardProps) {
  return (
    <Paper component="article" withBorder radius="lg" p="md">
      <Text fw={600} mb="xs">
        {title}
      </Text>
      <FactList facts={facts} />
      {actions !== undefined && (
        <Group grow gap="xs" mt="sm">
          {actions}
        </Group>
      )}
    </Paper>
  );
}

/** Labels and their values, one per line. */
export const FactList = ({ facts }: Pick<RecordCardProps, 'facts'>) => (
  <DataList labelWidth="clamp(30%, 7.25rem, 45%)" size="md">
    {facts.map(({ label, value }) => (
      <DataList.Item key={label} mih="1.75rem">
        <DataList.ItemLabel maw="var(--data-list-label-width)">{label}</DataList.ItemLabel>
        <DataList.ItemValue miw={0} style={{ overflowWrap: 'anywhere' }}>
          {value}
        </DataList.ItemValue>
      </DataList.Item>
    ))}
  </DataList>
);
