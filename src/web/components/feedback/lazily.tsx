// Components that download when they are first drawn. If that fails, a message with “Try again” takes the component's place, and
// everything around it stays, with what is typed into it.
import { Component, startTransition, useEffect, useState, type ComponentType, type ReactNode } from 'react';

export interface NotLoaded {
  reason: string;
  onRetry: () => void;
  /** The closing of a dialog that isn't there. */
  onClose?: (() => void) | undefined;
}

class DownloadFailed extends Error {}

/** After an update, the server no longer has the files of the page that is open. */
const NOT_DOWNLOADED = 'Check your connection. If Courtside has just been updated, reload the page.';

const reasonOf = (error: unknown): string =>
  error instanceof DownloadFailed ? NOT_DOWNLOADED : 'Something unexpected happened.';

class Boundary extends Component<{ children: ReactNode; failed: (reason: string) => ReactNode }, { reason?: string }> {
  override state: { reason?: string } = {};
  static getDerivedStateFromError = (error: unknown) => ({ reason: reasonOf(error) });
  override render(): ReactNode {
    const { reason } = this.state;
    return reason === undefined ? this.props.children : this.props.failed(reason);
  }
}

/**
 * `Failed` is drawn when the component can't be downloaded, and `fallback` while it downloads. This doesn't use React's `lazy`:
 * Suspense shows a fallback for at least 300 ms, even if the component arrives sooner.
 */
export function lazily<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Failed: ComponentType<NotLoaded>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined;
  function Downloaded(props: Props) {
    const [{ Part, failure }, setFound] = useState<{ Part?: typeof known; failure?: DownloadFailed }>({ Part: known });
    useEffect(() => {
      if (known) return;
      load().then(
        (found) => {
          known = found.default;
          // Drawn in short tasks: a tap or a key gets in between two of them.
          startTransition(() => setFound({ Part: known }));
        },
        (cause: unknown) =>
          setFound({ failure: new DownloadFailed('A part of the page could not be downloaded.', { cause }) }),
      );
    }, []);
    if (failure) throw failure;
    return Part ? <Part {...props} /> : fallback;
  }
  return function Lazily(props: Props) {
    const [attempt, setAttempt] = useState(0);
    const retry = (): void => setAttempt((before) => before + 1);
    const { onClose } = props as Pick<NotLoaded, 'onClose'>;
    return (
      <Boundary key={attempt} failed={(reason) => <Failed reason={reason} onRetry={retry} onClose={onClose} />}>
        <Downloaded {...props} />
      </Boundary>
    );
  };
}
