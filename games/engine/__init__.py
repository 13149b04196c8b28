"""The course of a match: commands are judged, events are booked, views are cut to what a seat may know.

Pure: no Django, no clock, no randomness, no I/O. `decide`, `evolve` and `view_for` are the doors.
"""
