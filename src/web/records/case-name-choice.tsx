import { OptionalChoice } from '#web/components/forms/choice.tsx';
import { useCases } from './queries.ts';

interface CaseNameChoiceProps {
  label: string;
  caseName: string;
  onChoose: (caseName: string) => void;
}

/** Chooses a case by its name, or none. */
export function CaseNameChoice({ label, caseName, onChoose }: CaseNameChoiceProps) {
  const names = new Set((useCases().data ?? []).map(({ name }) => name));
  // A stored ballot keeps its case when the case is renamed or deleted.
  if (caseName) names.add(caseName);
  return (
    <OptionalChoice
      label={label}
      none="None"
      options={[...names].map((name) => ({ value: name, label: name }))}
      value={caseName}
      onChoose={(chosen) => onChoose(chosen ?? '')}
    />
  );
}
