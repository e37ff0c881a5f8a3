// How many judges a round can have. The screens import this number without the contract's schemas.
export const MAX_JUDGES = 9;
