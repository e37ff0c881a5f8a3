// React as the product has it. The development build captures a stack for each element, which took a third of the time; its
// warnings are heard by all other tests of pages.
import { configure } from '@testing-library/dom';

const run = <Result>(callback: () => Result): Result => callback();
// The testing library's wrappers use a clock that only React's development build has.
configure({ eventWrapper: run, asyncWrapper: run, unstable_advanceTimersWrapper: run });
