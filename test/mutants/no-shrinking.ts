import { configureGlobal } from 'fast-check';

// That a property fails is enough here. Looking for its smallest example takes minutes, which would count as a hang.
configureGlobal({ endOnFailure: true });
