import { EmptyState } from './empty-state.tsx';

/** For whoever belongs to no school. */
export const NoSchools = () => (
  <EmptyState title="You are not assigned to any schools. Please have your school's Primary Admin reach out to support to be added." />
);
