// The columns by which super admins search and sort their lists. The screens import them too, so there is no schema in this
// file: it would bring the schema library into the browser.
export const SCHOOL_COLUMNS = ['id', 'name', 'shortName', 'isPremium'] as const;
export const SCHOOL_SORTS = ['name', 'shortName'] as const;
export const USER_COLUMNS = ['id', 'email', 'name'] as const;
export const USER_SORTS = ['email', 'name'] as const;
export const CASE_COLUMNS = ['name', 'year', 'type', 'area', 'isActive'] as const;
export const CASE_SORTS = ['name', 'year'] as const;
