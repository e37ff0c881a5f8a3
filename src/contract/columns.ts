// What the lists of super admins can be searched in and sorted by. The screens need these too, so no schema is here: the
// browser would bring the schema library along.
export const SCHOOL_COLUMNS = ['id', 'name', 'shortName', 'isPremium'] as const;
export const SCHOOL_SORTS = ['name', 'shortName'] as const;
export const USER_COLUMNS = ['id', 'email', 'name'] as const;
export const USER_SORTS = ['email', 'name'] as const;
export const CASE_COLUMNS = ['name', 'year', 'type', 'area', 'isActive'] as const;
export const CASE_SORTS = ['name', 'year'] as const;
