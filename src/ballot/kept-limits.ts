// The maximum number of judges in a round. In a file of its own, so that screens can import it without the contract's schemas.
export const MAX_JUDGES = 9;
