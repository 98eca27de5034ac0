//! Numbers with units: limits of the machine and of every room. Knows no logic.
