"""Maintenance of stored games: backup, export and import, verification, deletion, the doctor.

Everything here works over the tables as `store.tables` describes them, so new columns are included.
"""
