import { Fragment } from 'react';

/** A text that a narrow column breaks after its slashes, and not within a word. */
export const Breakable = ({ children }: { children: string }) =>
  children.split('/').map((word, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- The words have no other key, and never change their order.
    <Fragment key={index}>
      {index > 0 && (
        <>
          /<wbr />
        </>
      )}
      {word}
    </Fragment>
  ));
