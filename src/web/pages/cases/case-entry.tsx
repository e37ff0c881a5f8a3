// A case in one line. It opens to its witnesses, side by side.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CaseOverview } from '#contract/cases.ts';
import { WITNESS_SIDES, witnessSideLabel } from '#contract/words.ts';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { LoadFailed } from '#web/components/feedback/load-failed.tsx';
import { api, loadFailure } from '#web/server/query-client.ts';
import { areaLabel, capitalized } from '#web/records/case-words.ts';
import classes from './page.module.css';

export function CaseEntry({ of }: { of: CaseOverview }) {
  const { name, year, type, area, isActive, witnessCount, bySide } = of;
  const [isOpened, setIsOpened] = useState(false);
  const sides = WITNESS_SIDES.filter((side) => (bySide[side] ?? 0) > 0);
  const facts = [
    isActive ? 'Active' : 'Inactive',
    capitalized(type),
    ...(area === null ? [] : [areaLabel(area)]),
    ...sides.map((side) => `${bySide[side]} ${witnessSideLabel(side, type)}`),
  ];
  return (
    <Disclosure
      onOpen={() => setIsOpened(true)}
      summary={
        <span className={classes.case}>
          <span>{`${name} - ${year} (${witnessCount})`}</span>
          <span className={classes.facts}>{facts.join(' · ')}</span>
        </span>
      }
    >
      {isOpened && <Witnesses of={of} />}
    </Disclosure>
  );
}

function Witnesses({ of: { id, name, type } }: { of: CaseOverview }) {
  const witnesses = useQuery(
    api.witnesses.ofCase.queryOptions({ input: { caseId: id }, meta: { failed: 'Failed to load witnesses' } }),
  );
  const failure = loadFailure(witnesses);
  if (failure) return <LoadFailed what={`the witnesses of ${name}`} {...failure} />;
  if (witnesses.data === undefined) return <output>Loading witnesses…</output>;
  if (witnesses.data.length === 0) return <p className={classes.none}>No witnesses assigned to this case</p>;
  const bySide = WITNESS_SIDES.map((side) => ({ side, called: witnesses.data.filter((each) => each.side === side) }));
  return (
    <div className={classes.sides}>
      {bySide
        .filter(({ called }) => called.length > 0)
        .map(({ side, called }) => (
          <div key={side}>
            <h3 className={classes.side}>{witnessSideLabel(side, type)}</h3>
            <ul className={classes.witnesses}>
              {called.map((witness) => (
                <li key={witness.id}>
                  {witness.name} <span className={classes.type}>({capitalized(witness.type)})</span>
                </li>
              ))}
            </ul>
          </div>
        ))}
    </div>
  );
}
