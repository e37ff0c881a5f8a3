// Adds candidates, one name per line.
import { Button, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Section } from '#web/components/ui/section.tsx';
import { sentences } from '#web/forms/form-words.ts';
import { Form } from '#web/forms/form.tsx';
import { calls } from '#web/server/calls.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import { useUnsaved } from '#web/state/unsaved.ts';

const namesIn = (text: string): string[] => text.split('\n').map((line) => line.trim()).filter((line) => line !== ''); // prettier-ignore

export function AddCandidates({ tryOutId }: { tryOutId: string }) {
  const { schoolId } = useSchool();
  const [text, setText] = useState('');
  useUnsaved(text !== '');
  const add = useChange({
    send: (sent: string) => calls.tryOuts.addCandidates({ schoolId, tryOutId, names: namesIn(sent) }),
    ...sentences('Candidates', 'added', 'add'),
    // What was typed meanwhile stays.
    onDone: (_, sent) => setText((now) => (now === sent ? '' : now)),
  });
  return (
    <Section id="add-candidates" className="card" title="Add candidates">
      <Stack component={Form} gap="sm" maw="28rem" mt="sm" onSubmit={() => namesIn(text).length > 0 && add.send(text)}>
        <Textarea
          label="Names"
          description="One per line. Names that are already there are skipped."
          rows={4}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" loading={add.isPending}>
            Add
          </Button>
        </div>
      </Stack>
    </Section>
  );
}
